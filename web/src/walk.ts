// Arrow keys among cards: Tab stops at what is lit, and once at each group; the arrows reach every card in it, so that
// it can say what it is.

const CARDS = ".card[tabindex], .card[data-lit], .half[data-lit], .token";

export function walkCards(event: KeyboardEvent): void {
  const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!way || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const cards = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>(CARDS)];
  const at = cards.indexOf(document.activeElement as HTMLElement);
  const next = cards[at < 0 && way < 0 ? cards.length - 1 : at + way];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
