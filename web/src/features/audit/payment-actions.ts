/** Of the payments API and of payment links; the action, and its form after "Tried to". */
export const paymentActions = {
  'paymentLinks.list': ['Listed the payment links', 'list the payment links'],
  'paymentLinks.get': ['Viewed a payment link', 'view a payment link'],
  'paymentLinks.checkouts': [
    'Viewed the payments of a payment link',
    'view the payments of a payment link',
  ],
  'paymentLinks.create': ['Created a payment link', 'create a payment link'],
  'paymentLinks.standing': ['Showed the QR code of an account', 'show the QR code of an account'],
  'paymentLinks.end': ['Ended a payment link', 'end a payment link'],
  'payments.createCollection': ['Asked for a collection', 'ask for a collection'],
  'payments.createPayout': ['Asked for a payout', 'ask for a payout'],
  'payments.list': ['Listed the payments', 'list the payments'],
  'payments.get': ['Read a payment', 'read a payment'],
  'payments.balance': ['Read the balances', 'read the balances'],
  'payments.createLink': ['Created a payment link', 'create a payment link'],
  'payments.listLinks': ['Listed the payment links', 'list the payment links'],
  'payments.getLink': ['Read a payment link', 'read a payment link'],
  'payments.endLink': ['Ended a payment link', 'end a payment link'],
  'payments.products': ['Listed the products for sale', 'list the products for sale'],
} as const;
