import { label } from '../labels/label.ts';
import { type Change, inOrder, type PhoneState } from '../phone-state.ts';
import type { Dialog, Field, Item, ListScreen, Screen } from '../screen.ts';
import { type App, appState, closeDialog, focusOn, goBack, open, openDialog, placeOf, screenKey, toast } from './app.ts';
import { shelf } from './shelf.ts';

const id = 'shop';

/** The account that every phone's shop knows. */
export const shopAccount = { email: 'ada@example.com', password: 'correct-horse' } as const;

interface Product {
  readonly id: string;
  readonly name: string;
  readonly cents: number;
  readonly inStock: boolean;
}
interface Order {
  readonly lines: Readonly<Record<string, number>>;
  readonly address: string;
  readonly cents: number;
}
interface Shop {
  /** Null until somebody has signed in. */
  readonly account: string | null;
  readonly email: string;
  readonly password: string;
  readonly query: string;
  readonly address: string;
  readonly cart: Readonly<Record<string, number>>;
  readonly orders: readonly Order[];
}

const products: readonly Product[] = (
  [
    ['Blue backpack', 4_900, true],
    ['Canvas shoes', 3_950, true],
    ['Coffee beans 1 kg', 1_890, true],
    ['Desk lamp', 2_700, true],
    ['Garden gloves', 950, true],
    ['Headphones', 7_900, true],
    ['Notebook A5', 480, true],
    ['Rain jacket', 8_900, false],
    ['Steel bottle', 2_150, true],
    ['Travel adapter', 1_290, true],
    ['Umbrella', 1_990, true],
    ['Wool socks', 890, true],
  ] as const
).map(([name, cents, inStock], i) => ({ id: `s${i + 1}`, name, cents, inStock }));

const kept = shelf<Shop>(id);
const price = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
const lines = (cart: Shop['cart']): { product: Product; count: number }[] =>
  products.flatMap((product) => {
    const count = cart[product.id] ?? 0;
    return count > 0 ? [{ product, count }] : [];
  });
const totalOf = (cart: Shop['cart']): number => lines(cart).reduce((sum, { product, count }) => sum + product.cents * count, 0);

const frame = (phone: PhoneState, title: string): Omit<ListScreen, 'items'> => ({
  kind: 'list',
  key: screenKey(id, placeOf(phone, id)),
  title,
  dialog: null,
  back: goBack(id),
  actions: [],
  footer: [],
  onKeyboard: 'resize',
});

const put = (product: Product, by: number): Change =>
  kept.put(({ cart }) => ({ cart: { ...cart, [product.id]: Math.max(0, (cart[product.id] ?? 0) + by) } }));

const signIn: Change = (phone) => {
  const { email, password } = kept.read(phone);
  if (email.trim().toLowerCase() !== shopAccount.email || password !== shopAccount.password) return toast(label(phone, 'g.wrong'))(phone);
  return inOrder(
    kept.put(() => ({ account: shopAccount.email, password: '' })),
    goBack(id),
  )(phone);
};

function signInPage(phone: PhoneState): ListScreen {
  const data = kept.read(phone);
  const field = (key: 'email' | 'password'): Item => ({
    kind: 'field',
    key,
    field: {
      key,
      hint: label(phone, `g.${key}`),
      value: data[key],
      password: key === 'password',
      change: (text) => kept.put(() => ({ [key]: text })),
      ...(key === 'password' ? { submit: signIn } : {}),
    },
  });
  return {
    ...frame(phone, label(phone, 'w.sign_in')),
    up: goBack(id),
    items: [field('email'), field('password')],
    footer: [{ kind: 'button', key: 'sign_in', title: label(phone, 'w.sign_in'), tap: signIn }],
    onKeyboard: 'nothing',
  };
}

function catalogue(phone: PhoneState): ListScreen {
  const { query, cart } = kept.read(phone);
  const searching = placeOf(phone, id).screen === 'search';
  const shown = products.filter(({ name }) => !searching || name.toLowerCase().includes(query.trim().toLowerCase()));
  const items: Item[] = shown.map((product) => ({
    kind: 'row',
    key: product.id,
    title: product.name,
    summary: price(product.cents),
    icon: 'cart',
    tap: open(id, 'product', product.id),
  }));
  const count = lines(cart).reduce((sum, line) => sum + line.count, 0);
  const toCart = { key: 'cart', label: `${label(phone, 'g.cart')} (${count})`, icon: 'cart' as const, tap: open(id, 'cart') };
  if (searching) {
    const search: Field = {
      key: 'query',
      hint: label(phone, 'g.search'),
      value: query,
      change: (text) => kept.put(() => ({ query: text })),
    };
    const none: Item = { kind: 'text', key: 'none', text: label(phone, 'w.no_results') };
    return { ...frame(phone, label(phone, 'a.shop')), up: goBack(id), search, items: items.length > 0 ? items : [none] };
  }
  const find = inOrder(
    kept.put(() => ({ query: '' })),
    open(id, 'search'),
    focusOn(screenKey(id, { screen: 'search' }), 'query'),
  );
  return {
    ...frame(phone, label(phone, 'a.shop')),
    items,
    actions: [
      { key: 'search', label: label(phone, 'g.search'), icon: 'search', tap: find },
      { key: 'account', label: label(phone, 'g.account'), icon: 'person', tap: open(id, 'account') },
      toCart,
    ],
  };
}

function accountPage(phone: PhoneState): ListScreen {
  const { account, orders } = kept.read(phone);
  if (account === null) return signInPage(phone);
  return {
    ...frame(phone, label(phone, 'g.account')),
    up: goBack(id),
    items: [
      { kind: 'row', key: 'email', title: account, icon: 'person' },
      { kind: 'header', key: 'orders', title: label(phone, 'g.orders') },
      ...orders.map(
        (order, i): Item => ({ kind: 'row', key: `order${i}`, title: price(order.cents), summary: order.address, icon: 'cart' }),
      ),
      { kind: 'button', key: 'sign_out', title: label(phone, 'w.sign_out'), tap: kept.put(() => ({ account: null })) },
    ],
  };
}

function productPage(phone: PhoneState, product: Product): ListScreen {
  return {
    ...frame(phone, product.name),
    up: goBack(id),
    actions: [{ key: 'cart', label: label(phone, 'g.cart'), icon: 'cart', tap: open(id, 'cart') }],
    items: [
      { kind: 'row', key: 'name', title: product.name, summary: price(product.cents), icon: 'cart' },
      { kind: 'text', key: 'stock', text: label(phone, product.inStock ? 'g.in_stock' : 'g.sold_out') },
    ],
    footer: [
      {
        kind: 'button',
        key: 'add',
        title: label(phone, 'g.add_to_cart'),
        tap: inOrder(put(product, 1), toast(`${product.name} +1`)),
        disabled: !product.inStock,
      },
    ],
  };
}

function cartPage(phone: PhoneState): ListScreen {
  const { cart, account } = kept.read(phone);
  const inside = lines(cart);
  const items = inside.flatMap(({ product, count }): Item[] => [
    {
      kind: 'row',
      key: product.id,
      title: product.name,
      summary: `${label(phone, 'g.quantity')}: ${count} · ${price(product.cents * count)}`,
      icon: 'cart',
    },
    { kind: 'button', key: `more_${product.id}`, title: `${label(phone, 'g.one_more')} · ${product.name}`, tap: put(product, 1) },
    { kind: 'button', key: `less_${product.id}`, title: `${label(phone, 'g.one_less')} · ${product.name}`, tap: put(product, -1) },
  ]);
  return {
    ...frame(phone, label(phone, 'g.cart')),
    up: goBack(id),
    items:
      inside.length > 0
        ? [...items, { kind: 'row', key: 'total', title: `${label(phone, 'g.total')} ${price(totalOf(cart))}` }]
        : [{ kind: 'text', key: 'empty', text: label(phone, 'g.empty') }],
    footer: [
      {
        kind: 'button',
        key: 'checkout',
        title: label(phone, 'g.checkout'),
        tap: open(id, account === null ? 'account' : 'checkout'),
        disabled: inside.length === 0,
      },
    ],
  };
}

const order: Change = (phone) => {
  const { cart, address, orders } = kept.read(phone);
  const placed: Order = {
    lines: Object.fromEntries(lines(cart).map(({ product, count }) => [product.name, count])),
    address,
    cents: totalOf(cart),
  };
  return inOrder(
    closeDialog(id),
    kept.put(() => ({ cart: {}, address: '', orders: [...orders, placed] })),
    goBack(id),
    goBack(id),
    toast(label(phone, 'g.ordered')),
  )(phone);
};

function checkoutPage(phone: PhoneState): ListScreen {
  const { cart, address } = kept.read(phone);
  return {
    ...frame(phone, label(phone, 'g.checkout')),
    up: goBack(id),
    dialog: askOrder(phone),
    items: [
      { kind: 'row', key: 'total', title: `${label(phone, 'g.total')} ${price(totalOf(cart))}` },
      {
        kind: 'field',
        key: 'address',
        field: { key: 'address', hint: label(phone, 'g.address'), value: address, change: (text) => kept.put(() => ({ address: text })) },
      },
    ],
    footer: [
      {
        kind: 'button',
        key: 'place_order',
        title: label(phone, 'g.place_order'),
        tap: openDialog(id, { name: 'order' }),
        disabled: address.trim() === '',
      },
    ],
  };
}

function askOrder(phone: PhoneState): Dialog | null {
  if (appState(phone, id).dialog?.name !== 'order') return null;
  return {
    key: 'order',
    title: label(phone, 'g.place_order.ask'),
    message: `${label(phone, 'g.total')} ${price(totalOf(kept.read(phone).cart))}`,
    buttons: [
      { key: 'negative', title: label(phone, 'w.cancel'), tap: closeDialog(id) },
      { key: 'positive', title: label(phone, 'g.place_order'), tap: order },
    ],
    dismiss: closeDialog(id),
  };
}

function screen(phone: PhoneState): Screen {
  const { screen: name, arg } = placeOf(phone, id);
  switch (name) {
    case 'account':
      return accountPage(phone);
    case 'cart':
      return cartPage(phone);
    case 'checkout':
      return checkoutPage(phone);
    case 'product': {
      const product = products.find((each) => each.id === arg);
      return product === undefined ? catalogue(phone) : productPage(phone, product);
    }
    default:
      return catalogue(phone);
  }
}

/** Products, a cart, an account with a password, and an order that asks before it is placed. */
export const shop: App = {
  id,
  data: () => ({ account: null, email: '', password: '', query: '', address: '', cart: {}, orders: [] }) satisfies Shop,
  screen,
  facts: (phone) => {
    const { account, cart, orders } = kept.read(phone);
    return {
      signedIn: account,
      cart: Object.fromEntries(lines(cart).map(({ product, count }) => [product.name, count])),
      total: totalOf(cart) / 100,
      orders: orders.map((placed) => ({ lines: placed.lines, address: placed.address, total: placed.cents / 100 })),
    };
  },
};
