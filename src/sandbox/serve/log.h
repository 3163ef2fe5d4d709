#pragma once
/* GET pods/NAME/log: options are checked as kube-apiserver does; simulated containers log
 * little. */
struct ls_api_request;

void ls_handle_log(struct ls_api_request *request);
