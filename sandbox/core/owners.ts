import type { Owner } from '../world-api';

/** The ready-made merchants; the first is the demo merchant. */
export const OWNERS: readonly [Owner, ...Owner[]] = [
  { name: 'demo', title: 'Maple & Pine', shop: 'demo.myshopify.com', merchant: 'MLDEMO' },
  { name: 'second', title: 'Second Street Goods', shop: 'second.myshopify.com', merchant: 'MLSECOND' },
  { name: 'operator', title: 'Operator Test Shop', shop: 'operator.myshopify.com', merchant: 'MLOPERATOR' },
];

/** Returns the nth further merchant, from 1: `more-1.myshopify.com` with the seller `MLMORE1`. */
export function furtherOwner(nth: number): Owner {
  return { name: `more-${nth}`, title: `Corner Shop ${nth}`, shop: `more-${nth}.myshopify.com`, merchant: `MLMORE${nth}` };
}
