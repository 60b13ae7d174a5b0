/** What a message says beside the people whom it mentions; `id` where one of them alone is left out. */
export const withoutMentions = (text: string, id?: string): string =>
  // What stands in brackets holds none, so that each is read once.
  text.replaceAll(id === undefined ? /<@[^<>]*>/g : new RegExp(`<@${id}(\\|[^<>]*)?>`, "g"), "").trim()
