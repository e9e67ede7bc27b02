import { mount } from "svelte";
import App from "./App.svelte";
import { worker } from "./away/worker";
import "./fonts.css";
import "./theme.css";

// The page comes first.
if (navigator.serviceWorker) addEventListener("load", () => void worker().catch(() => undefined));
mount(App, { target: document.getElementById("app")! });
