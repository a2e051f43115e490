// Service worker: stores the files of one version, so that the page works without a network. The build
// writes VERSION and FILES before this code. Other caches of the origin are left alone.

/* global VERSION, FILES */

const OWN = `satdoku ${registration.scope} `;
const cacheOf = () => caches.open(OWN + VERSION);

addEventListener("install", (event) => {
  // All files must be of the same version, so the browser asks the server, not its cache of an older version.
  const requests = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(cacheOf().then((cache) => cache.addAll(requests)));
});

addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith(OWN) && name !== OWN + VERSION;
  event.waitUntil(caches.keys().then((names) =>
    Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

// The page sends this message when the player wants the new version.
addEventListener("message", ({ data }) => {
  if (data === "update") skipWaiting();
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  event.respondWith(cacheOf().then(async (cache) =>
    await cache.match(request, { ignoreSearch: true }) ?? fetch(request)));
});
