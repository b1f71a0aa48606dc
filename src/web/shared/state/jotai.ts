// The one door to jotai: the rest of the app takes its atoms and hooks from here, so that what we use of it stays small and known.
export { atom, createStore, Provider, useAtom, useAtomValue, useSetAtom, useStore } from 'jotai';
export type { PrimitiveAtom } from 'jotai';
