import { mount } from "svelte";
import App from "./App.svelte";
import { worker } from "./away/notices.svelte";
import "./fonts.css";
import "./theme.css";

// It only waits for notices and for a lost network, so the page comes first.
if (navigator.serviceWorker) addEventListener("load", () => void worker().catch(() => undefined));
mount(App, { target: document.getElementById("app")! });
