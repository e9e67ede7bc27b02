// Short, soft synthesised tones; one click turns them off for good.
import type { Cue, Note } from "./wire.generated";
import { remembered, remember } from "./memory";

type Kind = Cue["kind"] | "yours";

const TONES: Record<Kind, Omit<Note, "gain" | "delay">> = {
  pulse: { from: 1150, to: 1050, seconds: 0.5, wave: "sine" },
  run: { from: 180, to: 320, seconds: 0.28, wave: "triangle" },
  strike: { from: 120, to: 45, seconds: 0.35, wave: "triangle" },
  carry: { from: 420, to: 360, seconds: 0.08, wave: "triangle" },
  done: { from: 520, to: 780, seconds: 0.3, wave: "sine" },
  drop: { from: 620, to: 240, seconds: 0.3, wave: "sine" },
  turn: { from: 90, to: 240, seconds: 0.6, wave: "sine" },
  yours: { from: 660, to: 660, seconds: 0.18, wave: "sine" },
};
const VOLUME = 0.05;
/** However loud a game wants a note. */
const LOUDEST = 2;

let context: AudioContext | null = null;
/** The game's own, by kind; the others sound as in any game. */
let own: Record<string, Note[]> = {};

export function tune(sounds: Record<string, Note[]>): void {
  own = sounds;
}

export function soundWanted(): boolean {
  return remembered("sound") !== "off";
}

export function wantSound(on: boolean): void {
  remember("sound", on ? "on" : "off");
  if (on) play("yours");
}

export function play(kind: Kind): void {
  // Browsers keep a page silent until somebody has touched it.
  if (!soundWanted() || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  for (const note of own[kind] ?? [{ ...TONES[kind], gain: 1, delay: 0 }]) sound(context, note);
}

function sound(context: AudioContext, { wave, from, to, seconds, gain, delay }: Note): void {
  const start = context.currentTime + delay;
  const end = start + seconds;
  const level = context.createGain();
  level.gain.setValueAtTime(0, start);
  level.gain.linearRampToValueAtTime(VOLUME * Math.min(gain, LOUDEST), start + Math.min(0.015, seconds / 3));
  level.gain.exponentialRampToValueAtTime(0.0001, end);
  const voice = wave === "noise" ? noise(context, seconds) : context.createOscillator();
  const glide = "frequency" in voice ? voice.frequency : band(context, voice, level).frequency;
  glide.setValueAtTime(from, start);
  glide.exponentialRampToValueAtTime(Math.max(to, 1), end);
  if ("frequency" in voice) {
    voice.type = wave as OscillatorType;
    voice.connect(level);
  }
  level.connect(context.destination);
  voice.start(start);
  voice.stop(end);
}

/** Hiss, of which a band is heard. */
function noise(context: AudioContext, seconds: number): AudioBufferSourceNode {
  const source = context.createBufferSource();
  const length = Math.ceil(context.sampleRate * seconds);
  source.buffer = context.createBuffer(1, length, context.sampleRate);
  source.buffer.getChannelData(0).forEach((_, at, samples) => (samples[at] = Math.random() * 2 - 1));
  return source;
}

function band(context: AudioContext, source: AudioNode, into: AudioNode): BiquadFilterNode {
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  source.connect(filter).connect(into);
  return filter;
}
