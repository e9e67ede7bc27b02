// Where the boards go in the picture: beside each other or stacked, whichever draws them larger.
import { frame, type Box } from "../layout";
import type { Board } from "../wire.generated";

const GAP = 14;

export function arranged(boards: readonly Board[], area: Box): Box[] {
  const sizes = boards.map((board) => frame(board, boards.length > 1));
  const [row, column] = [lined(sizes, area, true), lined(sizes, area, false)];
  return (row[0]?.width ?? 0) >= (column[0]?.width ?? 0) ? row : column;
}

/** In a row or a column, in the middle of the area. */
function lined(sizes: readonly Box[], area: Box, across: boolean): Box[] {
  const [along, side] = across ? (["width", "height"] as const) : (["height", "width"] as const);
  const gaps = GAP * (sizes.length - 1);
  const length = sizes.reduce((sum, size) => sum + size[along], 0);
  const scale = Math.min(
    (area[along] - gaps) / length,
    area[side] / Math.max(...sizes.map((size) => size[side])),
  );
  let at = (area[along] - gaps - length * scale) / 2;
  return sizes.map((size) => {
    const [width, height] = [size.width * scale, size.height * scale];
    const off = (area[side] - size[side] * scale) / 2;
    const box = { x: area.x + (across ? at : off), y: area.y + (across ? off : at), width, height };
    at += size[along] * scale + GAP;
    return box;
  });
}
