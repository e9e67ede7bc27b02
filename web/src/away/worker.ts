// The service worker: it waits for notices and for a lost network.
import { home } from "../places";

export const worker = () => navigator.serviceWorker.register(`${home}sw.js`);
