// Is the page as narrow as a phone's? The same width as in the styles.
import { MediaQuery } from "svelte/reactivity";

export const narrow = new MediaQuery("max-width: 900px");
