/** The error of a call that is wrong in itself, or that can't be carried out. `code` says why; faults of the data are in reports. */
export class AccountingError extends Error {
  constructor(code, message, options) {
    super(message, options);
    this.name = "AccountingError";
    this.code = code;
  }
}

export const invalidInput = (message) => new AccountingError("invalid-input", message);
export const invalidOption = (message) => new AccountingError("invalid-option", message);
