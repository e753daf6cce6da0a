// Certificates of what the page saves, and their check. The library makes both.
import * as api from "../dist/index.js";

/** Members that a certificate has, and no other JSON that is opened here. Its members are sorted, so none of them is near its beginning. */
const MEMBERS = [/"certificate":\s*\d/, /"sha256":/];
const PAGE_MARK = '<pre id="certificate">';
/** How many bytes are looked at first, and how many a certificate has at most. */
const [HEAD, MAX_BYTES] = [400, 20_000_000];

const withoutFolders = (name) => name.replace(/^.*[\\/]/, "");

/** Whether a file is a certificate, or was one. Most files begin otherwise, and are not read to their end. */
export async function isCertificateFile(file) {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  return file.size <= MAX_BYTES && beginsLikeOne(head) && isCertificate(new Uint8Array(await file.arrayBuffer()));
}

const beginsLikeOne = (head) => /^\s*(\{|<!doctype html)/i.test(api.decodeText(head));

function isCertificate(bytes) {
  if (!beginsLikeOne(bytes.subarray(0, HEAD))) return false;
  const text = api.decodeText(bytes);
  return text.includes(PAGE_MARK) || MEMBERS.every((member) => member.test(text));
}

/**
 * Returns the certificate of a file that was saved, and the files that must be kept with it because they are nowhere but on the page. `inputs` are the files that were read,
 * archives as one, and `files` what was converted of them, each with its options. Returns `refused` if no certificate can describe how the files were read.
 */
export function certify({ inputs, files }, settings, saved) {
  const shared = sharedOptions(files);
  const names = [...inputs, saved].map(({ name }) => name);
  if (new Set(names).size < names.length) return { refused: "certificate-same-name" };
  const options = { ...shared, ...settings, partial: true };
  const read = inputs.map(({ name, bytes }) => ({ name, content: bytes }));
  const { json, html } = api.certificate(read, [saved], options);
  const written = documentsOf(options);
  // A certificate that its own files contradict would accuse a bookkeeper of a change that nobody made.
  if (!api.verifyCertificate(json, [...read, saved, ...written]).verified) return { refused: "certificate-refused" };
  const onlyHere = inputs.filter(({ isOwn }) => !isOwn).map(({ name, bytes }) => ({ name: withoutFolders(name), content: bytes }));
  return { json, html, companions: [...written, ...onlyHere].map(({ name, content }) => ({ name, content: new Blob([content]) })) };
}

/**
 * Returns options for all files together: accounts that differ are in an account map, and learned formats are found like those of banks. Where that reads a file in another
 * way than the page did, the certificate does not agree with what was saved.
 */
function sharedOptions(files) {
  const known = files.map(({ options }) => options);
  const isShared = (option) => new Set(known.map((each) => each[option])).size === 1;
  const { account, currency, bank } = known[0] ?? {};
  const profiles = [...new Set(known.map(({ profile }) => profile && JSON.stringify(profile)))].filter(Boolean).map((json) => JSON.parse(json));
  const format = { ...(bank && isShared("bank") && { bank }), ...(profiles.length > 0 && { profiles }) };
  if (isShared("account") && isShared("currency")) return { ...format, ...(account && { account }), ...(currency && { currency }) };
  const accounts = files.filter(({ options }) => options.account).map(({ name, options }) => ({ files: [name], account: options.account, ...(options.currency && { currency: options.currency }) }));
  return { ...format, accounts: { accounts } };
}

/** Returns the options of a certificate that are documents: each is a file that must be there when the certificate is checked. */
function documentsOf({ accounts, profiles = [], datev }) {
  const toFile = (name, value) => ({ name, content: new TextEncoder().encode(JSON.stringify(value)) });
  const numbered = profiles.map((profile, index) => toFile(`profile-${index + 1}.json`, profile));
  return [...(accounts ? [toFile("accounts.json", accounts)] : []), ...(datev ? [toFile("datev.json", datev)] : []), ...numbered];
}

/** Checks a certificate among some files against the others. `known` are files that are open. Files without a certificate return undefined. */
export async function verify(files, known) {
  const read = await Promise.all(files.map(async (file) => ({ name: file.name, content: new Uint8Array(await file.arrayBuffer()) })));
  const certificate = read.find(({ content }) => isCertificate(content));
  if (!certificate) return undefined;
  const others = read.filter((each) => each !== certificate);
  try {
    return { name: certificate.name, ...api.verifyCertificate(certificate.content, [...others, ...known]) };
  } catch (error) {
    return { name: certificate.name, verified: false, differences: [], line: /\bline (\d+)\b/.exec(error.message)?.[1], isUnreadable: true };
  }
}
