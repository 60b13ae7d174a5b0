/** What is being typed, or is not saved yet: it would go with the page. */
export const unsaved = ":is(input, textarea):focus, [data-unsaved], dialog[open] form"
