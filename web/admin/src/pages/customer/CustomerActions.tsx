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
        text: isBlocked ? `${called} is blocked` : `${called} is unblocked`,
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
      title: `Merge into ${called}`,
      placeholder: "Name, email address or phone number",
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
            toast({ text: `Merged ${double.name ?? double.email} into ${called}` })
            putCustomer(whole)
          }}
          onClose={() => setDouble(undefined)}
        >
          {ticketsOf(double)} and all identities of {double.name ?? double.email} move to {called}, whose own details
          stay as they are.{" "}
          {double.emailIsPlaceholder === true || customer.emailIsPlaceholder === true
            ? ""
            : `From then on, email from ${double.email} counts as ${called}’s, and replies go to ${customer.email}. `}
          This cannot be undone.
        </ConfirmDialog>
      )}
      {doomed ? (
        <ConfirmDialog
          title={`Delete ${called}?`}
          verb="Delete customer"
          act={async () => {
            await client.customers.delete(brandId, id)
            await leave()
          }}
          onClose={() => setDoomed(false)}
        >
          The customer is hidden and signed out of the portal. Their tickets are kept, and a new message from {email}{" "}
          creates a new customer.
        </ConfirmDialog>
      ) : undefined}
      {erasure === undefined ? undefined : (
        <ConfirmDialog
          title={`Erase ${called}?`}
          verb="Erase for good"
          typed={called}
          act={async () => {
            await client.customers.erase(brandId, id, { confirm: true })
            toast({ text: "Customer erased. Their messages are removed within minutes." })
            await leave()
          }}
          onClose={() => setErasure(undefined)}
        >
          This removes everything that identifies them: their name and address,{" "}
          {numberOf(erasure.commentCount, "message")}, {numberOf(erasure.attachmentCount, "file")} and what the log says
          about them. {numberOf(erasure.ticketCount, "ticket")} {erasure.ticketCount === 1 ? "stays" : "stay"}, with
          what your team wrote. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  )
}

const ticketsOf = ({ _count }: Customer) => (_count === undefined ? "All tickets" : numberOf(_count.tickets, "ticket"))
