// Keeps the files of one version, so that the page works without a network. The build writes
// VERSION and FILES before this.

/* global VERSION, FILES */

const cacheOf = () => caches.open(VERSION);

addEventListener("install", (event) => {
  // All of one version: what a browser kept of an older one is asked for again.
  const requests = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(cacheOf().then((cache) => cache.addAll(requests)));
});

addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(
    names.filter((name) => name !== VERSION).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  event.respondWith(cacheOf().then(async (cache) =>
    await cache.match(request, { ignoreSearch: true }) ?? fetch(request)));
});
