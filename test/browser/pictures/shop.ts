import type { Trunkline } from "../../../sdk/src/index.ts"

/** A day at a small shop. */
const conversations = [
  [
    "Where is my parcel?",
    "Ada Byron",
    "ada@example.com",
    "Order 1815 should have been here on Monday. Could you look where it is?",
    "normal"
  ],
  [
    "The zip of the tent is broken",
    "Kofi Mensah",
    "kofi@example.com",
    "It gave way on the second evening. The receipt is attached to my first order.",
    "high"
  ],
  [
    "Charged twice for one order",
    "Ines Duarte",
    "ines@example.com",
    "My card shows the amount of order 1822 two times.",
    "urgent"
  ],
  ["Do you ship to Norway?", "Liv Dahl", "liv@example.com", "And how long does it take to Bergen?", "low"],
  [
    "Change the delivery address",
    "Mateo Ruiz",
    "mateo@example.com",
    "I have moved. Please send it to the new address.",
    "normal"
  ],
  ["A thank you", "Yuki Sato", "yuki@example.com", "The lamp arrived, and it is beautiful.", "normal"]
] as const

/** Sets up a shop in a brand, with its customers' requests of a day. */
export const openShop = async (client: Trunkline, brandId: string) => {
  await client.brands.update(brandId, { name: "North Shop", ticketPrefix: "NS" })
  const tag = await client.tags.create(brandId, { name: "shipping", color: "#2563eb" })
  for (const [title, customerName, customerEmail, body, priority] of conversations.toReversed()) {
    const ticket = await client.tickets.create(brandId, { title, customerName, customerEmail, body, priority })
    if (title.startsWith("Where")) {
      await client.tickets.update(brandId, ticket.id, { tagIds: [tag.id] })
      const answer = "Good morning Ada, it left Porto yesterday and arrives tomorrow before noon."
      await client.comments.create(brandId, ticket.id, { body: answer, authorName: "Nina Holm" })
      const note = "The carrier lost a day in customs."
      await client.comments.create(brandId, ticket.id, { body: note, authorName: "Sam Okoro", isInternal: true })
    }
  }
}

const longWord = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"

/** The hardest content for pages: endless words, names of many words, right-to-left text, and a lot of everything. */
const hardTickets = [
  {
    title: `${longWord} ${longWord}`,
    customerName: "Maximiliana Freifrau von und zu Hohenlohe-Waldenburg-Schillingsfürst-Oehringen",
    customerEmail: `a-very-long-address-that-somebody-really-has@${"sub.".repeat(12)}example.com`,
    body: `https://shop.example/${"a".repeat(200)}\n\n${longWord.repeat(3)}\n\n${"A sentence of a message that goes on. ".repeat(40)}`
  },
  {
    title: "أين طردي؟ لقد طلبته قبل أسبوعين ولم يصل بعد",
    customerName: "فاطمة الزهراء",
    customerEmail: "fatima@example.com",
    body: "مرحبًا، رقم طلبي هو 1815 ولم يصل بعد. هل يمكنكم المساعدة؟\nOrder 1815, please."
  },
  {
    title: "注文した商品がまだ届いていません。いつ頃届くのか教えていただけますでしょうか。",
    customerName: "山田花子",
    customerEmail: "hanako@example.com",
    body: "先週注文したランプがまだ届いていません。"
  }
]

const fields = [
  { key: "order", label: "Order number", type: "text", required: true, placeholder: "NS-1815" },
  { key: "bought", label: "Bought on", type: "date", description: "As it stands on the receipt." },
  { key: "amount", label: "Amount", type: "number" },
  { key: "shop", label: "Shop", type: "select", options: ["Porto", "Bergen", "Kyoto"] },
  { key: "parts", label: "What is broken", type: "multiselect", options: ["Zip", "Pole", longWord] },
  { key: "gift", label: "It is a present", type: "boolean" },
  { key: "serials", label: "Serial numbers", type: "array" }
] as const

/** Fills a brand to its limits. */
export const crowd = async (client: Trunkline, brandId: string) => {
  for (const field of fields)
    await client.fields.create(brandId, "ticket", {
      ...field,
      options: "options" in field ? [...field.options] : null,
      showOnCreate: true
    })
  for (const name of ["refund", "wholesale", "press", longWord.slice(0, 50)])
    await client.tags.create(brandId, { name, color: "#c2410c" })
  for (const name of ["Billing", "Shipping", "Repairs"]) await client.categories.create(brandId, { name })
  await client.companies.create(brandId, { name: "North Wholesale & Sons International Trading Company Limited" })
  for (const hard of hardTickets) {
    const ticket = await client.tickets.create(brandId, { ...hard, priority: "urgent", customFields: { order: "7" } })
    for (const body of [hard.body, "Thank you, we look into it."])
      await client.comments.create(brandId, ticket.id, { body })
  }
  for (let made = 0; made < 30; made++)
    await client.tickets.create(brandId, {
      title: `Where is order ${1900 + made}?`,
      customerEmail: `customer-${made}@example.com`,
      body: "It should have been here.",
      customFields: { order: String(1900 + made) }
    })
}
