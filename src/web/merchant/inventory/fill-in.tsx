import { Fragment, type ReactNode } from 'react';

/** Returns a text with each `{name}` replaced by the part of that name. */
export function fillIn(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  return text.split(/\{(\w+)\}/u).map((piece, index) => <Fragment key={index}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>);
}
