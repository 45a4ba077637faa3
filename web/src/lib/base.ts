/**
 * Where the page is: `/` on our server, `/name/` on a static host.
 *
 * All scripts of the built page are in `assets/`, so the folder above the one of this script is the base. It is the same in every
 * page, at every depth, and needs no setting. What the page must get right is only the way to its first script: index.html
 * names its files as `./assets/…`, and whatever gives it out at another address puts the way to the base instead of `./` there:
 * our server `/`, `libertalia site` one `../` for each folder, the service worker its own base. Only a 404.html can't know how
 * deep it is; it looks for the base, and begins there (`terminal/site.py`).
 */

/** Ends with a slash. */
export const base: string = import.meta.env.PROD ? baseOf(import.meta.url) : '/'

/** A page's address, such as `/t/x`, as a browser opens it here: with the base in front. */
export function address(path: string): string {
  return base + path.slice(1)
}

/** The other way round: `/t/x` from the path of an address. */
export function pathAt(pathname: string): string {
  return pathname.startsWith(base) ? pathname.slice(base.length - 1) : pathname
}

/** The folder above the one of a script. */
export function baseOf(script: string): string {
  return new URL(script).pathname.replace(/[^/]*\/[^/]*$/, '')
}

/** Makes what the head names last: what is relative to the first address would lead elsewhere at another place of the page. */
export function fixHead() {
  for (const link of document.head.querySelectorAll<HTMLLinkElement>(
    'link:is([rel~="icon"], [rel="apple-touch-icon"], [rel="manifest"])',
  ))
    link.setAttribute('href', link.href)
}
