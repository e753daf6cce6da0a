import { RULES } from "../rules.js";
import { SCHEMAS } from "../schemas.js";

export function rules() {
  return structuredClone(RULES);
}

export function explain(id) {
  const rule = RULES.find((rule) => rule.id === id || rule.aliases?.includes(id));
  return rule && structuredClone(rule);
}

export function schemas() {
  return Object.keys(SCHEMAS);
}

export function schema(name) {
  const schema = Object.hasOwn(SCHEMAS, name) ? SCHEMAS[name] : undefined;
  return schema && structuredClone(schema);
}
