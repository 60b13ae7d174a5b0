const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><title>Trunkline</title><rect width="24" height="24" rx="5" fill="#3b4cca"/><path d="M5 6h6v12M13 6h6M13 12h4M13 18h6" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/**
 * The dashboard's icon, inline in a page that loads nothing. Without it, browsers request /favicon.ico, which Firefox
 * reports as a policy violation.
 */
export const pageIcon = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(svg)}">`

/** The source that the page's policy must allow for the icon. */
export const iconSource = "img-src data:"
