/** The newest loader. The number is the version of its interface, which changes only when pages have to change. */
export const newestLoader = "/widget/v1/widget.js"
/** The same at its original address. */
export const newestLoaderFirst = "/widget.js"
/** One loader for ever, by the hash of its bytes. */
export const loaderOfHash = (hash: string) => `/widget/${hash}/widget.js`
