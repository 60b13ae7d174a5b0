/** Selects what is being typed or is not saved yet, and would be lost with the page. */
export const unsaved = ":is(input, textarea):focus, [data-unsaved], dialog[open] form"
