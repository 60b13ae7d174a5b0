/** JSON Schemas of the reference program. Fastify validates requests with them, and compiles its serializers from them. */

const text = { type: "string" }
const id = { type: "string", format: "uuid" }
const longest = { title: 500, body: 100_000, email: 254 }
const title = { type: "string", minLength: 1, maxLength: longest.title }

const ticket = {
  type: "object",
  properties: {
    id: text,
    brandId: text,
    ticketNumber: { type: "integer" },
    title: text,
    body: { type: ["string", "null"] },
    status: text,
    priority: text,
    origin: text,
    customerEmail: text,
    customFields: {},
    createdAt: text,
    updatedAt: text
  }
}

const inBrand = { type: "object", properties: { brandId: id } }
const ofTicket = { type: "object", properties: { brandId: id, ticketId: id } }

export const createBrand = {
  body: { type: "object", required: ["name"], properties: { name: { type: "string", minLength: 1, maxLength: 100 } } }
}

export const createTicket = {
  params: inBrand,
  body: {
    type: "object",
    required: ["title", "customerEmail"],
    properties: {
      title,
      customerEmail: { type: "string", format: "email", maxLength: longest.email },
      body: { type: "string", maxLength: longest.body },
      customFields: {}
    }
  },
  response: { 201: ticket }
}

export const getTicket = { params: ofTicket, response: { 200: ticket } }

export const listTickets = {
  params: inBrand,
  querystring: {
    type: "object",
    properties: { limit: { type: "integer", minimum: 1, maximum: 100, default: 25 }, cursor: id }
  },
  response: {
    200: {
      type: "object",
      properties: {
        data: { type: "array", items: ticket },
        pagination: {
          type: "object",
          properties: { hasMore: { type: "boolean" }, nextCursor: { type: ["string", "null"] } }
        }
      }
    }
  }
}

export const updateTicket = {
  params: ofTicket,
  body: {
    type: "object",
    minProperties: 1,
    properties: {
      status: { enum: ["open", "pending", "resolved", "closed"] },
      priority: { enum: ["low", "normal", "medium", "high", "urgent"] },
      title
    }
  },
  response: { 200: ticket }
}

export const createComment = {
  params: ofTicket,
  body: {
    type: "object",
    required: ["body"],
    properties: {
      body: { type: "string", minLength: 1, maxLength: longest.body },
      author: { type: "string", maxLength: 200 },
      public: { type: "boolean", default: true }
    }
  },
  response: {
    201: {
      type: "object",
      properties: { id: text, ticketId: text, author: text, body: text, public: { type: "boolean" }, createdAt: text }
    }
  }
}
