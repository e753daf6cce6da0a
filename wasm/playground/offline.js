// The page as an installed program. From a file it needs no network anyway, and a browser installs nothing.
import { byId, make } from "./dom.js";
import { t } from "./texts.js";

const isServed = location.protocol === "https:" || location.protocol === "http:";

/** Says that the page works without a network, once it does. */
export async function showOffline() {
  if (!isServed) return say();
  document.head.append(make("link", { rel: "manifest", href: "manifest.webmanifest" }));
  try {
    await navigator.serviceWorker?.register("sw.js");
    await navigator.serviceWorker?.ready;
  } catch {
    // Such as in a private window. The page works all the same, with a network.
    return;
  }
  if (navigator.serviceWorker) say();
}

function say() {
  byId("offline").dataset.t = "offline";
  byId("offline").textContent = t("offline");
}
