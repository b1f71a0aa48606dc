import type { Tone } from '../components/notice';
import { atom } from './jotai';

/** Default duration of a toast, in ms. */
export const TOAST_DURATION_MS = 4500;
/** Delay between closing and removing a toast, in ms. */
export const TOAST_RETENTION_MS = 1000;

/** A toast. Times are ms since epoch. */
export interface Toast {
  readonly id: number;
  readonly tone: Tone;
  readonly header: string;
  readonly text: string;
  /** What failed, so that one cause is shown once; '' when unknown. */
  readonly cause: string;
  readonly closesAt: number;
}

/** The content of a toast. */
export interface ToastMessage {
  readonly tone: Tone;
  readonly header?: string;
  readonly text: string;
  readonly cause?: string;
  readonly durationMs?: number;
}

/** Adds a toast; removes expired ones and those with the same cause. */
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

/** Closes a toast now. */
export function closeToast(toasts: readonly Toast[], id: number, now: number): readonly Toast[] {
  return toasts.map((toast) => (toast.id === id && toast.closesAt > now ? { ...toast, closesAt: now } : toast));
}

/** Removes toasts that have been closed for the retention time. */
export function removeExpired(toasts: readonly Toast[], now: number): readonly Toast[] {
  return toasts.filter((toast) => now < toast.closesAt + TOAST_RETENTION_MS);
}

/** Returns when the next toast closes or is removed, in ms since epoch; null when there is none. */
export function nextToastChange(toasts: readonly Toast[], now: number): number | null {
  const times = toasts.map((toast) => (toast.closesAt > now ? toast.closesAt : toast.closesAt + TOAST_RETENTION_MS));
  return times.length === 0 ? null : Math.min(...times);
}

/** The toasts, oldest first. */
export const toastsAtom = atom<readonly Toast[]>([]);
