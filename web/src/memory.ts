// What this browser remembers between visits: the player's name, settings, invitation links. A browser that
// refuses storage simply forgets.

export function remembered(key: string): string {
  try {
    return localStorage.getItem(`quarterdeck.${key}`) ?? "";
  } catch {
    return "";
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`quarterdeck.${key}`, value);
  } catch {
    // Private windows may refuse; nothing depends on it.
  }
}
