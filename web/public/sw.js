// The service worker: shows notices that arrive while no page is open, and a page that explains when there is no
// network. It keeps nothing else: what the service says is always asked for anew.
const OFFLINE = "offline.html";
const home = self.registration.scope;
const page = (match) => `${home}play/${encodeURIComponent(match)}`;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(
    caches.open(OFFLINE).then((cache) => cache.add(new Request(home + OFFLINE, { cache: "reload" }))),
  );
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  if (mode !== "navigate" || url.startsWith(`${home}api/`)) return;
  event.respondWith(fetch(event.request).catch(() => caches.match(home + OFFLINE)));
});

self.addEventListener("push", (event) => {
  const notice = event.data.json();
  const shown = self.registration.showNotification(notice.title, {
    body: notice.body,
    tag: notice.match, // a later one about the same game replaces it
    icon: `${home}icon-192.png`,
    data: { match: notice.match },
  });
  event.waitUntil(Promise.all([shown, self.navigator.setAppBadge?.()]));
});

async function show(match) {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const table = open.find((client) => client.url.split(/[?#]/)[0] === page(match));
  return table ? table.focus() : self.clients.openWindow(page(match));
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.match));
});
