// A ticket from the first message to the reply, with a file.
import { ApiError, Trunkline } from "@trunkline/sdk"

const client = new Trunkline({ baseUrl: process.env.TRUNKLINE_URL, apiKey: process.env.TRUNKLINE_API_KEY })

try {
  const [brand] = await client.brands.list()
  const brandId = brand.id

  const ticket = await client.tickets.create({
    brandId,
    title: "Invoice shows the wrong company",
    body: "Please correct the address.",
    customerEmail: "ines@north.example",
    customerName: "Ines Roth"
  })
  console.log(`Created ${ticket.publicId}`)

  const invoice = await client.attachments.send(brandId, {
    ticketId: ticket.id,
    filename: "invoice.txt",
    contentType: "text/plain",
    content: new Blob(["North Ltd\nTotal: 42"]),
    onProgress: (sent, size) => console.log(`Sent ${sent} of ${size} bytes`)
  })
  const file = await client.attachments.download(brandId, ticket.id, invoice.id)
  console.log(`Stored ${invoice.filename}: ${(await file.text()).split("\n")[0]}`)

  await client.comments.create(brandId, ticket.id, { body: "Here is the corrected one.", setStatus: "resolved" })

  for await (const { publicId, status, title } of client.tickets.list(brandId, { customerEmail: "ines@north.example" }))
    console.log(`${publicId} ${status} ${title}`)
} catch (error) {
  if (!(error instanceof ApiError)) throw error
  console.error(`${error.status} ${error.code}: ${error.message} (${error.requestId})`)
  process.exitCode = 1
}
