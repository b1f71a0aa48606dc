/** Where the pictures of the catalogs are served. */
export const PICTURES = '/pictures';

/** The most characters of a picture's name. */
const LONGEST_NAME = 80;

/** Returns the address of a product's picture below the sandbox's own origin. */
export function pictureOf(title: string): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .slice(0, LONGEST_NAME);
  return `${PICTURES}/${name}.svg`;
}

/** Returns a drawn picture: the initials of its name on a color that follows from it. Null when there is no such name. */
export function drawPicture(file: string): string | null {
  const name = /^([a-z0-9-]{1,80})\.svg$/u.exec(file)?.[1];
  if (name === undefined) return null;
  const initials = name
    .split('-')
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase() ?? '')
    .join('');
  const hue = Array.from(new TextEncoder().encode(name)).reduce((sum, letter) => (sum * 31 + letter) % 360, 7);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="128" height="128">',
    `<rect width="128" height="128" fill="hsl(${hue} 45% 82%)"/>`,
    `<circle cx="64" cy="64" r="42" fill="hsl(${hue} 40% 62%)"/>`,
    `<text x="64" y="78" font-family="sans-serif" font-size="38" font-weight="600" text-anchor="middle" fill="white">${initials}</text>`,
    '</svg>',
  ].join('');
}
