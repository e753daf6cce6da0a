/** Indents JSON without parsing it, so that numbers keep all digits. */
export function pretty(json) {
  let [text, depth, quoted] = ["", 0, false];
  const indent = () => `\n${"  ".repeat(depth)}`;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (quoted) {
      text += character;
      if (character === "\\") text += json[(at += 1)];
      else if (character === '"') quoted = false;
    } else if (character === '"') {
      quoted = true;
      text += character;
    } else if (character === "{" || character === "[") {
      const empty = json[at + 1] === "}" || json[at + 1] === "]";
      depth += 1;
      text += empty ? character : character + indent();
    } else if (character === "}" || character === "]") {
      const empty = json[at - 1] === "{" || json[at - 1] === "[";
      depth -= 1;
      text += empty ? character : indent() + character;
    } else if (character === ",") {
      text += `,${indent()}`;
    } else {
      text += character === ":" ? ": " : character;
    }
  }
  return `${text}\n`;
}
