import { gid } from '../gid';
import { Connection, pageOfList, readPage, type PageArgs } from '../paging';
import { levelsAsOf } from '../store/loader';
import { addressOf, mediaOf, optionsOf, textsOf, type ProductRow, type StoredMedia, type VariantRow } from '../store/rows';
import { stateTime } from '../wording';
import { countAnswer } from './count';
import { RowNode } from './row-node';

type Totals = { variants: number; tracked: number; stock: number };

/** How a picture is to be scaled, as far as it is emulated (`ImageTransformInput`). */
interface Transform {
  readonly maxWidth?: number | null;
  readonly maxHeight?: number | null;
}

/** Returns a picture's address with its size in the query, as Shopify's image host takes it. */
function transformed(address: string, { maxWidth, maxHeight }: Transform): string {
  const sizes = [
    ['width', maxWidth],
    ['height', maxHeight],
  ] as const;
  const query = sizes.flatMap(([name, size]) => (size === null || size === undefined ? [] : [`${name}=${size}`])).join('&');
  return query === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${query}`;
}

/** `Product`. */
export class ProductNode extends RowNode<ProductRow> {
  readonly __typename = 'Product';
  readonly combinedListingRole = null;
  readonly hasVariantsThatRequiresComponents = false;
  readonly isGiftCard = false;
  readonly giftCardTemplateSuffix = null;
  readonly requiresSellingPlan = false;
  readonly templateSuffix = null;
  readonly onlineStoreUrl = null;
  readonly onlineStorePreviewUrl = null;

  get #totals(): Totals {
    const { db } = this.context.world;
    return (
      db.row<Totals>(
        `select count(*) as variants, coalesce(sum(tracked), 0) as tracked,
           coalesce(sum(case tracked when 1 then (select sum(available) from ${levelsAsOf(this.context.lagMs)} l where l.item_id = v.item_id and l.active = 1) end), 0) as stock
         from shopify_variant v where product_id = ?`,
        this.row.id,
      ) ?? { variants: 0, tracked: 0, stock: 0 }
    );
  }

  get id(): string {
    return gid('Product', this.row.id);
  }

  get legacyResourceId(): string {
    return String(this.row.id);
  }

  get title(): string {
    return this.row.title;
  }

  get handle(): string {
    return this.row.handle;
  }

  get status(): string {
    return this.row.status;
  }

  get descriptionHtml(): string {
    return this.row.description;
  }

  get bodyHtml(): string {
    return this.row.description;
  }

  get description(): string {
    return this.row.description.replaceAll(/<[^>]*>/g, '');
  }

  get vendor(): string {
    return this.row.vendor;
  }

  get productType(): string {
    return this.row.type;
  }

  get tags(): string[] {
    return textsOf(this.row.tags);
  }

  get updatedAt(): string {
    return stateTime(this.context.world, this.row.updated_at);
  }

  get publishedAt(): string | null {
    return this.row.status === 'ACTIVE' ? this.createdAt : null;
  }

  get tracksInventory(): boolean {
    return this.#totals.tracked > 0;
  }

  get totalInventory(): number {
    return this.#totals.stock;
  }

  get totalVariants(): number {
    return this.#totals.variants;
  }

  get variantsCount(): object {
    return countAnswer(this.#totals.variants, null);
  }

  get hasOnlyDefaultVariant(): boolean {
    const [option, ...others] = optionsOf(this.row);
    const [value, ...values] = option?.values ?? [];
    return option?.name === 'Title' && others.length === 0 && value?.name === 'Default Title' && values.length === 0;
  }

  get mediaCount(): object {
    return countAnswer(mediaOf(this.row).length, null);
  }

  get featuredMedia(): object | null {
    const [first] = mediaOf(this.row);
    return first === undefined ? null : this.#media(first);
  }

  media(args: PageArgs): Connection<StoredMedia, object> {
    return pageOfList(this.context, mediaOf(this.row), args, (media) => this.#media(media));
  }

  options(args: { first?: number | null }): object[] {
    const options = optionsOf(this.row).map((option, index) => ({
      __typename: 'ProductOption',
      id: gid('ProductOption', option.id),
      name: option.name,
      position: index + 1,
      values: option.values.map((value) => value.name),
      optionValues: option.values.map((value) => ({
        __typename: 'ProductOptionValue',
        id: gid('ProductOptionValue', value.id),
        name: value.name,
        hasVariants: true,
        linkedMetafieldValue: null,
      })),
    }));
    return options.slice(0, args.first ?? options.length);
  }

  variants(args: PageArgs & { sortKey?: string }): Connection<VariantRow, object> {
    const page = readPage<VariantRow>(
      this.context,
      {
        from: 'from shopify_variant',
        columns: '*',
        where: 'product_id = ?',
        values: [this.row.id],
        sort: args.sortKey === 'ID' ? 'id' : 'position',
        id: 'id',
      },
      args,
    );
    this.context.load.expect(page.rows);
    return new Connection(page, (row) => this.context.make.variant(this.context, row));
  }

  #media(media: StoredMedia): object {
    const at = this.createdAt;
    const address = addressOf(this.context.world, media);
    const image = {
      id: gid('ImageSource', media.id),
      url: ({ transform }: { readonly transform?: Transform | null }) => transformed(address, transform ?? {}),
      src: address,
      originalSrc: address,
      altText: media.alt,
      height: null,
      width: null,
    };
    return {
      __typename: 'MediaImage',
      id: gid('MediaImage', media.id),
      alt: media.alt,
      mediaContentType: 'IMAGE',
      status: 'READY',
      fileStatus: 'READY',
      mimeType: null,
      createdAt: at,
      updatedAt: at,
      preview: { __typename: 'MediaPreviewImage', status: 'READY', image },
      image,
    };
  }
}
