// A piece where it is drawn on a chart.
import type { Piece } from "../wire.generated";

export type Placed = { piece: Piece; alone: boolean; scale: number; x: number; y: number };
