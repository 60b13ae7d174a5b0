import type { Locator } from "playwright-core"

/** A message as a developer writes it. */
export const marked = `> Which one is it?
> <b>Order</b> 7

It is the **third**, [as listed](https://shop.example/parts). See what \`GET /parts\` says:
\`\`\`
curl -d @[part] https://shop.example > out
\`\`\`
`

/** The message in a conversation, once all of its formatting is rendered; other messages contain none of it. */
export const showsMarks = async (conversation: Locator) => {
  const message = conversation.locator("li").filter({ hasText: "as listed" })
  await message.locator("blockquote", { hasText: "Which one is it?\n<b>Order</b> 7" }).waitFor()
  await message.locator("strong", { hasText: /^third$/ }).waitFor()
  await message.locator('a[href="https://shop.example/parts"]', { hasText: /^as listed$/ }).waitFor()
  await message.locator("code", { hasText: /^GET \/parts$/ }).waitFor()
  await message.locator("pre", { hasText: /^curl -d @\[part\] https:\/\/shop\.example > out$/ }).waitFor()
  return message
}
