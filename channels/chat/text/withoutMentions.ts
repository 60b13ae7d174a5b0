/** The text of a message without mentions of people, or only without those of `id`. */
export const withoutMentions = (text: string, id?: string): string =>
  // The brackets contain no brackets, so that matching takes linear time.
  text.replaceAll(id === undefined ? /<@[^<>]*>/g : new RegExp(`<@${id}(\\|[^<>]*)?>`, "g"), "").trim()
