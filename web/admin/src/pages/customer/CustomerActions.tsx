import { useNavigate } from "@tanstack/react-router"
import type { Customer, CustomerErasure } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../app/client.ts"
import { pickOne } from "../../app/picks.ts"
import { keys, queryClient } from "../../app/queries.ts"
import { useIsAdmin } from "../../app/session.ts"
import { reportFailure } from "../../forms/reportFailure.ts"
import { Button } from "../../ui/Button.tsx"
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx"
import { CopyAsCurl } from "../../ui/CopyAsCurl.tsx"
import { Menu } from "../../ui/Menu.tsx"
import { numberOf } from "../../ui/numberOf.ts"
import { toast } from "../../ui/toasts.ts"
import { putCustomer } from "./customerQueries.ts"

/** The actions on a customer. */
export function CustomerActions({ customer, slug }: { readonly customer: Customer; readonly slug: string }) {
  const { brandId, email, id, isBlocked, name } = customer
  const navigate = useNavigate()
  const [doomed, setDoomed] = useState(false)
  const [double, setDouble] = useState<Customer>()
  const [erasure, setErasure] = useState<CustomerErasure>()
  const isAdmin = useIsAdmin()
  const called = name ?? email

  const block = (isBlocked: boolean) =>
    client.customers.update(brandId, id, { isBlocked }).then((changed) => {
      const undo = () => void block(!isBlocked)
      toast({
        text: isBlocked ? `${called} is blocked` : `${called} may write again`,
        action: { label: "Undo", run: undo }
      })
      putCustomer(changed)
    }, reportFailure)
  const askErasure = () => client.customers.erase(brandId, id).then(setErasure, reportFailure)
  /** The customer no longer exists, so the page is left. */
  const leave = async () => {
    await navigate({ to: "/customers", search: { brand: slug } })
    void queryClient.invalidateQueries({ queryKey: keys.customers })
  }
  const chooseDouble = async () => {
    // Everything found for any text, since answers may arrive out of order.
    const found = new Map<string, Customer>()
    const chosen = await pickOne({
      title: `Who is ${called} too?`,
      placeholder: "Name, address or telephone number",
      options: async (text) => {
        const search = text.trim() === "" ? {} : { search: text.trim() }
        const { data } = await client.customers.list(brandId, { ...search, limit: 20 })
        for (const one of data) found.set(one.id, one)
        return data
          .filter((one) => one.id !== id)
          .map((one) => ({ id: one.id, label: one.name ?? one.email, hint: one.email }))
      }
    })
    setDouble(found.get(chosen ?? ""))
  }

  return (
    <>
      <CopyAsCurl call={{ method: "GET", path: `/v1/brands/${brandId}/customers/${id}` }} />
      <Button onClick={() => void chooseDouble()}>Merge</Button>
      <Menu
        label={`More for ${called}`}
        items={[
          { label: isBlocked ? "Unblock" : "Block", act: () => block(!isBlocked) },
          { label: "Delete", run: () => setDoomed(true), danger: true },
          { label: "Erase for good", run: () => void askErasure(), danger: true, disabled: !isAdmin }
        ]}
      />
      {double === undefined ? undefined : (
        <ConfirmDialog
          title={`Merge ${double.name ?? double.email} into ${called}?`}
          verb="Merge"
          act={async () => {
            const whole = await client.customers.merge(brandId, id, { sourceCustomerIds: [double.id] })
            toast({ text: `${double.name ?? double.email} is ${called} now` })
            putCustomer(whole)
          }}
          onClose={() => setDouble(undefined)}
        >
          {ticketsOf(double)} and every way by which {double.name ?? double.email} is known become {called}’s; what{" "}
          {called} has already stays.{" "}
          {double.emailIsPlaceholder === true || customer.emailIsPlaceholder === true
            ? ""
            : `From then on mail from ${double.email} counts as ${called}’s, and answers go to ${customer.email}. `}
          This cannot be undone.
        </ConfirmDialog>
      )}
      {doomed ? (
        <ConfirmDialog
          title={`Delete ${called}?`}
          verb="Delete the customer"
          act={async () => {
            await client.customers.delete(brandId, id)
            await leave()
          }}
          onClose={() => setDoomed(false)}
        >
          The customer is hidden and signed out of the portal. Their tickets stay, and a new message from {email} makes
          a new customer.
        </ConfirmDialog>
      ) : undefined}
      {erasure === undefined ? undefined : (
        <ConfirmDialog
          title={`Erase ${called}?`}
          verb="Erase for good"
          typed={called}
          act={async () => {
            await client.customers.erase(brandId, id, { confirm: true })
            toast({ text: "Erased. What was written on the tickets goes within minutes." })
            await leave()
          }}
          onClose={() => setErasure(undefined)}
        >
          Everything that tells who they were is removed: name, address, {numberOf(erasure.commentCount, "message")} and{" "}
          {numberOf(erasure.attachmentCount, "file")} of theirs, and what the log says of them.{" "}
          {numberOf(erasure.ticketCount, "ticket")} {erasure.ticketCount === 1 ? "stays" : "stay"}, with what your team
          wrote. Nothing brings it back.
        </ConfirmDialog>
      )}
    </>
  )
}

const ticketsOf = ({ _count }: Customer) => (_count === undefined ? "All tickets" : numberOf(_count.tickets, "ticket"))
