#pragma once
/* POST serviceaccounts/NAME/token: a TokenRequest, answered with a token of the account. */
struct ls_api_request;

void ls_handle_token(struct ls_api_request *request);
