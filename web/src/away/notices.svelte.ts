// Being told that it is one's turn: by the browser while the page is open, by Web Push while it is not. Nobody is asked
// before they want it.
import { pushKey, subscribe, unsubscribe } from "../api";
import { remember, remembered } from "../memory";
import { home } from "../places";
import { worker } from "./worker";
import { say } from "../words";

/** Needs TLS, or this very machine. */
const able = "Notification" in window && "serviceWorker" in navigator;

class Notices {
  /** Are they wanted here, and allowed? */
  on = $state(able && Notification.permission === "granted" && remembered("notices") === "on");
  /** Could they be asked for? */
  readonly offered = $derived(able && !this.on && Notification.permission !== "denied");

  /** The person asked for it: now the browser may ask them. */
  async start(): Promise<void> {
    if ((await Notification.requestPermission()) !== "granted") return;
    remember("notices", "on");
    this.on = true;
    await this.renew();
  }

  async stop(): Promise<void> {
    remember("notices", "off");
    this.on = false;
    const subscription = await (await worker()).pushManager?.getSubscription();
    if (subscription) await Promise.all([unsubscribe(subscription.endpoint), subscription.unsubscribe()]);
  }

  /** Tell the service where this browser is to be reached; browsers change that now and then. Where there is no push
   *  service, notices come only while the page is open. */
  async renew(): Promise<void> {
    try {
      const { pushManager } = await navigator.serviceWorker.ready;
      const applicationServerKey = (await pushKey()).key;
      const subscription =
        (await pushManager.getSubscription()) ??
        (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
      await subscribe(subscription.toJSON());
    } catch (error) {
      console.info("No push notices here:", error);
    }
  }

  /** The page is open, but nobody looks. */
  async show(title: string, match: string): Promise<void> {
    if (!this.on) return;
    const options = {
      body: say("It is your turn."),
      tag: match,
      icon: `${home}icon-192.png`,
      data: { match },
    };
    await (await navigator.serviceWorker.ready).showNotification(title, options);
  }
}

export const notices = new Notices();
