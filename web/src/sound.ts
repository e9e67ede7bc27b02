// Short, soft synthesised tones; one click turns them off for good.
import type { Cue } from "./wire.generated";
import { remembered, remember } from "./memory";

type Tone = { from: number; to: number; seconds: number; wave: OscillatorType };

const TONES: Record<Cue["kind"] | "yours", Tone> = {
  pulse: { from: 1150, to: 1050, seconds: 0.5, wave: "sine" },
  run: { from: 180, to: 320, seconds: 0.28, wave: "triangle" },
  strike: { from: 120, to: 45, seconds: 0.35, wave: "triangle" },
  carry: { from: 420, to: 360, seconds: 0.08, wave: "triangle" },
  done: { from: 520, to: 780, seconds: 0.3, wave: "sine" },
  turn: { from: 90, to: 240, seconds: 0.6, wave: "sine" },
  yours: { from: 660, to: 660, seconds: 0.18, wave: "sine" },
};
const VOLUME = 0.05;

let context: AudioContext | null = null;

export function soundWanted(): boolean {
  return remembered("sound") !== "off";
}

export function wantSound(on: boolean): void {
  remember("sound", on ? "on" : "off");
  if (on) play("yours");
}

export function play(kind: keyof typeof TONES): void {
  // Browsers keep a page silent until somebody has touched it.
  if (!soundWanted() || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  const tone = TONES[kind];
  const now = context.currentTime;
  const voice = context.createOscillator();
  const level = context.createGain();
  voice.type = tone.wave;
  voice.frequency.setValueAtTime(tone.from, now);
  voice.frequency.exponentialRampToValueAtTime(tone.to, now + tone.seconds);
  level.gain.setValueAtTime(0, now);
  level.gain.linearRampToValueAtTime(VOLUME, now + 0.015);
  level.gain.exponentialRampToValueAtTime(0.0001, now + tone.seconds);
  voice.connect(level).connect(context.destination);
  voice.start(now);
  voice.stop(now + tone.seconds);
}
