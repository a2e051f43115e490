// Keeps the files of one version, so that the page works without a network. The build writes
// VERSION and FILES before this. Other caches of the origin are none of its business.

/* global VERSION, FILES */

const OWN = `satdoku ${registration.scope} `;
const cacheOf = () => caches.open(OWN + VERSION);

addEventListener("install", (event) => {
  // All of one version: what a browser kept of an older one is asked for again.
  const requests = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(cacheOf().then((cache) => cache.addAll(requests)));
});

addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith(OWN) && name !== OWN + VERSION;
  event.waitUntil(caches.keys().then((names) =>
    Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

// The page asks for this once the player wants the new version.
addEventListener("message", ({ data }) => {
  if (data === "update") skipWaiting();
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  event.respondWith(cacheOf().then(async (cache) =>
    await cache.match(request, { ignoreSearch: true }) ?? fetch(request)));
});
