import type { NodeMaker } from '../context';
import { ItemNode } from './item-node';
import { LevelNode } from './level-node';
import { LocationNode } from './location-node';
import { ProductNode } from './product-node';
import { VariantNode } from './variant-node';

/** Creates every node that another node refers to. */
export const nodeMaker: NodeMaker = {
  item: (context, row) => new ItemNode(context, row),
  level: (context, row) => new LevelNode(context, row),
  location: (context, row) => new LocationNode(context, row),
  product: (context, row) => new ProductNode(context, row),
  variant: (context, row) => new VariantNode(context, row),
};
