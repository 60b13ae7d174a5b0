// Receives webhooks. The address must be one that the server may call: see docs/webhooks.md, On your own machine.
import { createServer } from "node:http"
import { Trunkline } from "@trunkline/sdk"
import { verify } from "@trunkline/sdk/webhooks"

const client = new Trunkline({ baseUrl: process.env.TRUNKLINE_URL, apiKey: process.env.TRUNKLINE_API_KEY })
const seen = new Set()
let secret

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    const event = await verify(Buffer.concat(chunks), request.headers, secret)
    response.writeHead(204).end()
    // A delivery may arrive twice. A program that must survive a restart stores these ids in its database.
    if (seen.has(event.id)) return
    seen.add(event.id)
    if (event.type === "comment.created") console.log(`${event.data.ticketNumber}: ${event.data.comment.body}`)
    else console.log(`${event.type} ${event.id}`)
  } catch (error) {
    response.writeHead(401).end()
    console.error(error.message)
  }
})

server.listen(Number(process.env.PORT ?? 4000), "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${server.address().port}/`
  const [brand] = await client.brands.list()
  const webhook = await client.webhooks.create(brand.id, { url, events: ["ticket.created", "comment.created"] })
  secret = webhook.secret
  console.log(`Registered ${webhook.id} for ${url}`)
  process.once("SIGINT", async () => {
    await client.webhooks.delete(brand.id, webhook.id)
    server.closeAllConnections()
    server.close()
  })
})
