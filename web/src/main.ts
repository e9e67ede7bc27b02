import { mount } from "svelte";
import App from "./App.svelte";
import { worker } from "./away/worker";
import { followLight } from "./light";
import { language, preferred, speak } from "./words";
import "./fonts.css";
import "./theme.css";

followLight();
// The page comes first.
if (navigator.serviceWorker) addEventListener("load", () => void worker().catch(() => undefined));
void speak(preferred(document.cookie, navigator.languages)).then(() => {
  document.documentElement.lang = language();
  mount(App, { target: document.getElementById("app")! });
});
