/** The newest loader. The number is that of what it understands: it changes when pages have to be changed. */
export const newestLoader = "/widget/v1/widget.js"
/** The same, by its first address. */
export const newestLoaderFirst = "/widget.js"
/** One loader for ever, by the hash of its bytes. */
export const loaderOfHash = (hash: string) => `/widget/${hash}/widget.js`
