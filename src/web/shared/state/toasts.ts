import type { Tone } from '../components/notice';
import { atom } from './jotai';

/** How long a message stays when it does not say otherwise, in ms. */
export const TOAST_DURATION_MS = 4500;
/** How long a closed message is kept before it is removed, in ms. */
export const TOAST_RETENTION_MS = 1000;

/** A passing message. Times are ms since epoch. */
export interface Toast {
  readonly id: number;
  readonly tone: Tone;
  readonly header: string;
  readonly text: string;
  /** What went wrong, where that is known: one cause is said once. '' otherwise. */
  readonly cause: string;
  readonly closesAt: number;
}

/** What a toast says. */
export interface ToastMessage {
  readonly tone: Tone;
  readonly header?: string;
  readonly text: string;
  readonly cause?: string;
  readonly durationMs?: number;
}

/** Adds a message and purges those that expired, and those that said the same cause. */
export function addToast(toasts: readonly Toast[], message: ToastMessage, now: number): readonly Toast[] {
  const id = toasts.reduce((highest, toast) => Math.max(highest, toast.id), 0) + 1;
  const toast = {
    id,
    tone: message.tone,
    header: message.header ?? '',
    text: message.text,
    cause: message.cause ?? '',
    closesAt: now + (message.durationMs ?? TOAST_DURATION_MS),
  };
  return [...removeExpired(toasts, now).filter(({ cause }) => cause === '' || cause !== toast.cause), toast];
}

/** Closes a message now. */
export function closeToast(toasts: readonly Toast[], id: number, now: number): readonly Toast[] {
  return toasts.map((toast) => (toast.id === id && toast.closesAt > now ? { ...toast, closesAt: now } : toast));
}

/** Drops messages that have been closed for the retention time. */
export function removeExpired(toasts: readonly Toast[], now: number): readonly Toast[] {
  return toasts.filter((toast) => now < toast.closesAt + TOAST_RETENTION_MS);
}

/** When the list next changes by itself (a message closes or goes), ms since epoch; null when it does not. */
export function nextToastChange(toasts: readonly Toast[], now: number): number | null {
  const times = toasts.map((toast) => (toast.closesAt > now ? toast.closesAt : toast.closesAt + TOAST_RETENTION_MS));
  return times.length === 0 ? null : Math.min(...times);
}

/** The messages, the oldest first. */
export const toastsAtom = atom<readonly Toast[]>([]);
