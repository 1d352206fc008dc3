import { Prices } from '../../../lib/prices'

const prices = new Prices()

export async function GET(): Promise<Response> { return Response.json({ offer: await prices.offer('jam') }) }
