// The only module that imports jotai, so that the part of it that we use stays small and known.
export { atom, createStore, Provider, useAtom, useAtomValue, useSetAtom, useStore } from 'jotai';
export type { PrimitiveAtom } from 'jotai';
