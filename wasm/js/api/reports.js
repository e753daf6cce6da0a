
/** Parses the report of a normalized input. */
export function toNormalized(normalized) {
  try {
    return { ...JSON.parse(normalized.report), json: normalized.json ?? null };
  } finally {
    normalized.free();
  }
}
