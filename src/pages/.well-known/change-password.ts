import type { APIRoute } from 'astro';
import { urls } from '../../lib/shared/addresses/urls.ts';

/** Leads password managers to the page that changes a password (W3C, A Well-Known URL for Changing Passwords). */
export const GET: APIRoute = ({ redirect }) => redirect(urls.changePassword(), 302);
