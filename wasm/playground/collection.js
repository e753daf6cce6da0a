// The files that are open together. The package converts all statements, and compares those of each account.
import * as api from "../dist/index.js";
import { causesOf } from "./causes.js";
import { CHECKS, SEQUENCES, bankWithId, detectKind } from "./kinds.js";
import { profileFor, profileIn } from "./profiles.js";
import { rowsOf } from "./rows.js";

/** For each rule because of which a file is not converted, the option that helps. */
const NEEDED = {
  "account-missing": "account", "currency-missing": "currency", "bank-unknown": "bank", "bank-ambiguous": "bank", "header-changed": "bank", "shape-unproved": "bank",
};

export class Collection {
  #entries = [];
  #lastId = 0;
  /** What all statements say about each other, or undefined if the files have changed since these were converted. */
  #joined;
  /** All transactions with where they come from, or undefined if they were not asked for since then. */
  #rows;

  /** Adds files, and those in archives. `onFile` is called before each with its index. */
  async add(files, onFile) {
    for (const [index, file] of files.entries()) {
      await onFile(index);
      let bytes;
      try {
        bytes = new Uint8Array(await file.arrayBuffer());
      } catch {
        // Such as a folder, or a file that was moved away.
        this.#insert({ name: file.name, bytes: new Uint8Array(), failure: "file-unreadable" });
        continue;
      }
      if (!api.isArchive(bytes)) this.#insert({ name: file.name, bytes, isOwn: true });
      else this.#unpack(bytes, file.name);
    }
  }

  #unpack(bytes, archive) {
    const { files, findings, errors } = api.unpackArchive(bytes, { file: archive });
    if (errors > 0) this.#insert({ name: archive, bytes, refusal: findings[0] });
    const whole = { name: archive, bytes, members: [] };
    for (const { file, content, findings: [refusal] } of files) {
      whole.members.push(this.#insert({ name: file, bytes: content ?? new Uint8Array(), refusal: content ? undefined : refusal, isOwn: true, archive: whole }));
    }
  }

  #insert(entry) {
    this.#lastId += 1;
    const name = this.#freeName(entry.name);
    // Whether the file is on the computer of the user as it is here.
    const isOwn = entry.isOwn === true && name === entry.name;
    const added = { id: this.#lastId, options: {}, payloads: [], ...entry, name, isOwn };
    this.#entries.push(added);
    this.#changed();
    if (!added.refusal && !added.failure) check(added);
    return added.id;
  }

  #changed() {
    this.#joined = this.#rows = undefined;
  }

  /** Adds a text that was typed or pasted. Returns its id. */
  addText({ name, text, kind, options }) {
    return this.#insert({ name, bytes: new TextEncoder().encode(text), chosenKind: kind, options });
  }

  /** Replaces the content of a file by a text that was edited. */
  setText(id, text) {
    const entry = this.entry(id);
    if (!entry) return;
    Object.assign(entry, { bytes: new TextEncoder().encode(text), isOwn: false, failure: undefined, refusal: undefined, report: undefined, payloads: [] });
    check(entry);
    this.#changed();
  }

  /** Sets the kind of a file, or has it detected. */
  setKind(id, kind) {
    const entry = this.entry(id);
    if (!entry || entry.chosenKind === kind) return;
    Object.assign(entry, { chosenKind: kind, report: undefined, payloads: [] });
    check(entry);
    this.#changed();
  }

  /** Returns the file if there is only one and it can be shown. */
  only() {
    const [entry, ...others] = this.#entries;
    return entry && others.length === 0 && !entry.refusal && !entry.failure && !entry.profile ? entry.id : undefined;
  }

  get size() {
    return this.#entries.length;
  }

  /** Returns the name of a file that no other one has: findings name files. */
  #freeName(name) {
    const isTaken = (wanted) => this.#entries.some((entry) => entry.name === wanted);
    let [free, number] = [name, 1];
    while (isTaken(free)) free = `${name} (${(number += 1)})`;
    return free;
  }

  entry(id) {
    return this.#entries.find((entry) => entry.id === id);
  }

  /** Sets options of some files. An option without a value is removed. */
  setOptions(ids, options) {
    for (const id of ids) {
      const entry = this.entry(id);
      if (entry) entry.options = Object.fromEntries(Object.entries({ ...entry.options, ...options }).filter(([, value]) => value));
    }
    this.#changed();
  }

  remove(id) {
    const profile = this.entry(id)?.profile;
    this.#entries = this.#entries.filter((entry) => entry.id !== id);
    for (const entry of this.#entries) if (profile && entry.options.profile === profile) entry.options = { ...entry.options, profile: undefined };
    this.#changed();
  }

  clear() {
    this.#entries = [];
    this.#changed();
  }

  /** Returns the statements, and converts them together if anything has changed. */
  #statements() {
    const isRead = ({ kind, failure }) => kind === "statement" && !failure;
    if (!this.#joined) this.#applyProfiles();
    while (!this.#joined) {
      const statements = this.#entries.filter(isRead);
      try {
        this.#joined = convert(statements);
      } catch {
        // There is not enough memory. The other files go on.
        const largest = statements.reduce((largest, entry) => (entry.bytes.length > largest.bytes.length ? entry : largest));
        Object.assign(largest, { failure: "file-failed", payloads: [], report: undefined });
      }
    }
    return this.#entries.filter(isRead);
  }

  /** Reads files of no known bank in the formats that are open. */
  #applyProfiles() {
    const profiles = this.#entries.map(({ profile }) => profile).filter(Boolean);
    if (profiles.length === 0) return;
    for (const entry of this.#entries.filter(({ kind, options }) => kind === "statement" && !options.bank && !options.profile)) {
      const profile = profileFor(entry.bytes, profiles);
      if (profile) entry.options = { ...entry.options, profile };
    }
  }

  /** Returns what the page shows: the accounts, and the files in the order in which they were opened. */
  overview() {
    const statements = this.#statements();
    const { accounts, calendars, mergedAccounts } = this.#joined;
    const shown = accounts.filter(({ transactions }) => transactions > 0);
    const bytes = this.#entries.reduce((sum, entry) => sum + entry.bytes.length, 0);
    return { files: this.#entries.map(describe), accounts: shown.map((account) => describeAccount(account, calendars, statements)), mergedAccounts, bytes };
  }

  /** Returns some rows of the table of all transactions: those that a search and a filter leave, in an order. */
  rows(query) {
    const statements = this.#statements();
    this.#rows ??= rowsOf(statements, this.#joined.accounts);
    return this.#rows.select(query);
  }

  /** Returns all payloads, one per line. A transaction that two files have is in one of them. */
  payloads() {
    const payloads = this.#statements().flatMap(({ payloads }) => payloads);
    return new Blob(payloads.flatMap((payload) => [payload, "\n"]), { type: "application/json" });
  }

  /** Returns the statements as a certificate names them: the files that were converted, and the inputs, which have an archive as one if all of it is open as it was. */
  certified() {
    const statements = this.#statements();
    const isWhole = ({ members }) => members.every((id) => this.entry(id)?.isOwn);
    const inputs = new Set(statements.map((entry) => (entry.archive && isWhole(entry.archive) ? entry.archive : entry)));
    return {
      files: statements.map(({ name, options }) => ({ name, options })),
      inputs: [...inputs].map(({ name, bytes, members, archive, isOwn }) => ({ name, bytes, isOwn: members !== undefined || (isOwn && !archive) })),
    };
  }

  /** Returns all files by their names, archives too. */
  named() {
    const archives = new Set(this.#entries.map(({ archive }) => archive).filter(Boolean));
    return [...this.#entries, ...archives].map(({ name, bytes }) => ({ name, content: bytes }));
  }

  /** Returns what is found in a file, for a statement beside the others too. */
  findingsOf(id) {
    // A file alone has all findings in its own report.
    if (this.#entries.length === 1) return undefined;
    this.#statements();
    const { findings, errors, warnings, notes } = this.entry(id)?.report ?? {};
    return findings && structuredClone({ findings, errors, warnings, notes });
  }

  /** Writes all statements for another program. Also a file whose transactions others have may state the balances that prove them. */
  exportTo(settings) {
    const statements = this.#statements();
    const { content, transactions, notes, refused } = api.exportStatements(statements.map(toFile), settings);
    return { content: content && new Blob([content]), transactions, notes, refused: refused.map((each) => ({ ...each, name: statements[each.file]?.name })) };
  }
}

/** Detects the kind of a file unless it was chosen, and checks the file unless it is a statement: statements are converted together. */
function check(entry) {
  try {
    entry.profile = profileIn(entry.bytes);
    if (entry.profile) return Object.assign(entry, { kind: "profile", report: { findings: [], errors: 0, warnings: 0, notes: 0 } });
    entry.kind = entry.chosenKind ?? detectKind(entry.bytes);
    if (entry.kind !== "statement") entry.report = CHECKS[entry.kind](entry.bytes, { file: entry.name, ...(SEQUENCES.includes(entry.kind) && { sequence: true }) });
  } catch {
    // There is not enough memory. The other files go on.
    entry.failure = "file-failed";
  }
  return undefined;
}

const toFile = ({ bytes, name, options }) => ({ content: bytes, file: name, ...options });

/** Converts statements, and sets the report and the payloads of each. Returns what they say about each other. */
function convert(statements) {
  for (const entry of statements) entry.payloads = [];
  const { files, ...joined } = api.convertStatements(statements.map(toFile), { onPayloadBytes: (payload, file) => statements[file].payloads.push(payload) });
  for (const [index, report] of files.entries()) statements[index].report = report;
  return joined;
}

const isRepeated = ({ reason }) => reason === "repeated";

/** Returns the number of transactions that come from a file. */
const transactionsOf = ({ rows, details, skipped, rejected }) => rows - details - skipped.length - rejected.length;

/** Returns what the page shows of an account: the statements of each of its files, its days, and why not all of it is proved. */
function describeAccount({ statements, ...account }, calendars, entries) {
  const days = statements.flatMap(({ from, until }) => [from, until]).filter(Boolean).sort();
  /** Whether nothing shows if something is missing before a statement: there are no balances to compare, and its days aren't after the others. */
  const isUnclear = ({ link, linkedTo, from }) => link === "unknown" && linkedTo !== null && !(statements[linkedTo].until < from);
  const idOf = (name) => entries.find((entry) => entry.name === name)?.id;
  const calendar = calendars.find((each) => each.account === account.account && each.currency === account.currency);
  return {
    ...account, from: days[0] ?? null, until: days.at(-1) ?? null, files: new Set(statements.map(({ file }) => file)).size, isUnclear: statements.some(isUnclear),
    statements: statements.map(({ repeatedRows: _, ...statement }) => ({ ...statement, id: idOf(statement.file) })),
    findings: account.findings.map((finding) => ({ ...finding, id: idOf(finding.file) })),
    calendar: calendar && { days: calendar.days, missing: calendar.missing },
    causes: causesOf({ ...account, statements }, entries),
  };
}

/** Returns what the page shows of a file. */
function describe({ id, name, bytes, kind, chosenKind, report, refusal, failure, options }) {
  const errors = report?.findings.filter(({ severity }) => severity === "error") ?? [];
  const needed = [...new Set(errors.map(({ rule }) => NEEDED[rule]).filter(Boolean))];
  const [skipped, rejected] = [report?.skipped ?? [], report?.rejected ?? []];
  const repeated = skipped.filter(isRepeated).length;
  const transactions = kind === "statement" && report ? transactionsOf(report) : 0;
  return {
    id, name, size: bytes.length, kind, chosenKind, options, problem: refusal ?? errors[0], failure, transactions, repeated, needed,
    bank: report?.bank ? (bankWithId(report.bank) ?? options.profile) : undefined, rows: report?.rows ?? 0, skipped: skipped.length - repeated, rejected: rejected.length,
    errors: report?.errors ?? 1, warnings: report?.warnings ?? 0, notes: report?.notes ?? 0, isConverted: transactions > 0, isBroken: report?.balance === "broken",
  };
}
