
/** Returns the report on an input without findings. */
export const cleanReport = (file = "") => ({ file, valid: true, errors: 0, warnings: 0, notes: 0, findings: [] });

/** Parses the report of a normalized input. */
export function toNormalized(normalized) {
  try {
    return { ...JSON.parse(normalized.report), json: normalized.json ?? null };
  } finally {
    normalized.free();
  }
}
