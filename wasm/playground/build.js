// Builds the playground as one HTML file that needs no server, with what a browser needs to install it: `node playground/build.js`, after the package was built.
//
// The Content Security Policy of the page enforces its promise: the page may run its own code and connect to nothing.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const { version } = JSON.parse(readFileSync(join(here, "../package.json"), "utf8"));

const options = {
  bundle: true, minify: true, format: "iife", target: "es2022", write: false, legalComments: "none", logLevel: "error",
  loader: { ".csv": "text", ".json": "text" }, define: { VERSION: JSON.stringify(version) },
};

/** Bundles a worker as text, so that the page can start it without another file. */
const worker = {
  name: "worker",
  setup(builder) {
    builder.onResolve({ filter: /^worker:/ }, ({ path }) => ({ path: path.slice("worker:".length), namespace: "worker" }));
    builder.onLoad({ filter: /.*/, namespace: "worker" }, async ({ path }) => {
      const { outputFiles } = await build({ ...options, entryPoints: [join(here, path)] });
      return { contents: outputFiles[0].text, loader: "text" };
    });
  },
};

const { outputFiles } = await build({ ...options, entryPoints: [join(here, "app.js")], plugins: [worker] });
const script = outputFiles[0].text.trim().replaceAll("</script", "<\\/script");
const style = readFileSync(join(here, "style.css"), "utf8");
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = [
  "default-src 'none'", `script-src ${hash(script)} 'wasm-unsafe-eval'`, `style-src ${hash(style)}`, "img-src data: 'self'", "worker-src blob: 'self'", "manifest-src 'self'",
  "connect-src 'none'", "base-uri 'none'", "form-action 'none'",
].join("; ");
const page = readFileSync(join(here, "index.html"), "utf8")
  .replace('<meta charset="utf-8">', `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">`)
  .replace("/* style.css */", () => style)
  .replace("/* app.js */", () => script);
const site = join(here, "../site");
mkdirSync(site, { recursive: true });
writeFileSync(join(site, "index.html"), page);
for (const name of ["manifest.webmanifest", "icon.svg"]) copyFileSync(join(here, name), join(site, name));
// With another page it is another cache, so that a new page replaces the one that was stored.
const pageHash = createHash("sha256").update(page).digest("hex").slice(0, 12);
writeFileSync(join(site, "sw.js"), readFileSync(join(here, "sw.js"), "utf8").replace("VERSION", `${version} ${pageHash}`));
console.log(`site/index.html: ${(page.length / 1e6).toFixed(1)} MB`);
