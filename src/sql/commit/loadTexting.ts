import { idOf, uuidOf } from "../../domain/Ids.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import { phonePlaceholder } from "../../tickets/customers/placeholderEmail.ts"
import type { TicketCommand } from "../../tickets/TicketCommand.ts"
import { type ConnectionRow, connectionColumns, connectionOf } from "../rows/connectionRow.ts"
import { type CustomerRow, customerOf } from "../rows/customerRow.ts"
import type { Known } from "./Known.ts"
import type { Load } from "./Load.ts"

type Command = Pick<TicketCommand<unknown, unknown>, "scope" | "reads">

interface Row {
  readonly brand: string
  readonly phone: string
  readonly asked: string | null
  readonly connection: ConnectionRow | null
  readonly unreachable: string | null
  readonly owner: CustomerRow | null
}

/** The numbers by which people can be texted, and who these people are. */
export const textingLoads = (tenant: Tenant, commands: ReadonlyArray<Command>, known: Known): ReadonlyArray<Load> => {
  const wanted = commands.flatMap(({ reads: { texting }, scope }) =>
    texting === undefined
      ? []
      : [
          {
            brand: uuidOf(scope.brandId),
            phone: texting.phone,
            email: phonePlaceholder(texting.phone),
            asked: texting.numberId === undefined ? null : uuidOf(texting.numberId)
          }
        ]
  )
  if (wanted.length === 0) return []
  return [
    {
      sql: `select w.brand, w.phone, w.asked, to_json(k) as connection, p.facts ->> 'unreachable' as unreachable, to_json(c) as owner
        from json_to_recordset($2::json) as w(brand uuid, phone text, email text, asked uuid)
        left join lateral (select ${connectionColumns} from channel_connections k
          where k.tenant_id = $1 and k.brand_id = w.brand and k.kind = 'sms' and k.status <> 'disabled'
            and (w.asked is null or k.id = w.asked)
          order by k.status = 'active' desc, k.created_at, k.id limit 1) k on true
        left join channel_people p on p.connection_id = k.id and p.external_id = w.phone
        left join lateral (select c.* from customers c where c.tenant_id = $1 and c.brand_id = w.brand and c.deleted_at is null
          and (c.id = p.customer_id or c.phone = w.phone or c.email = w.email)
          order by (c.id = p.customer_id) desc nulls last, (c.phone = w.phone) desc nulls last, c.id limit 1) c on true`,
      parameters: [tenant.id, JSON.stringify(wanted)],
      learn: (rows: ReadonlyArray<Row>) => {
        for (const { asked, brand, connection, owner, phone, unreachable } of rows) {
          if (connection === null) continue
          const customer = owner === null ? undefined : customerOf(owner)
          if (customer !== undefined) known.learnCustomer(customer)
          known.learnTexting(idOf("brand", brand), phone, asked === null ? undefined : idOf("number", asked), {
            connection: connectionOf<"sms">(connection),
            ownerId: customer?.id,
            refusal: unreachable ?? undefined
          })
        }
      }
    }
  ]
}
