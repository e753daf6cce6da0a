// Keeps the page for use without a network. It answers with what it stored from its own folder, and asks no other place for anything.
const CACHE = "universal-accounting VERSION";
const FILES = ["./", "./manifest.webmanifest", "./icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  const removeOthers = async () => {
    for (const name of await caches.keys()) if (name.startsWith("universal-accounting ") && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(removeOthers());
});
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const name = url.pathname.endsWith("/index.html") ? "./" : url.href;
  event.respondWith(caches.match(name, { ignoreSearch: true }).then((stored) => stored ?? Response.error()));
});
